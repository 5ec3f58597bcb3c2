// Finnish words that occur in passwords and that the dictionary of @zxcvbn-ts/language-fi lacks, ranks too low or has only in another
// form. Lower case; the most likely first within each list.

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Lists in their natural order, since a run of them ("maanantaitiistai") is weak too. zxcvbn recognises these lists by their names. */
export const finnishSequences = {
  'months-fi': words('tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu'),
  'daysOfWeek-fi': words('maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai'),
  'seasons-fi': words('kevät kesä syksy talvi'),
  'cardinalNumbers-fi': words('yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen'),
}

export const finnishWords: readonly string[] = [
  // Passwords and signing in.
  ...words('salasana salasanani salasanaa salainen salaisuus salis tunnus käyttäjä käyttäjätunnus kirjaudu sisään pääsy avain'),
  ...words('uusisalasana omasalasana eisalasanaa huonosalasana minunsalasana hyväsalasana vaihda vaihdatämä jotain vaikea helppo'),
  ...words('ylläpito ylläpitäjä pääkäyttäjä testi testaus kokeilu esimerkki tervetuloa terve moikka moi heippa hei'),
  // Seasons, holidays and days off.
  ...words('kesäloma talviloma hiihtoloma syysloma joululoma loma lomalla lomalle kesälomalle vapaapäivä viikonloppu palkkapäivä'),
  ...words('joulu juhannus vappu pääsiäinen uusivuosi uudenvuoden laskiainen itsenäisyyspäivä äitienpäivä isänpäivä ystävänpäivä'),
  ...words('hyvääjoulua hyvääjuhannusta hyvääuuttavuotta hyvääpäivää hyvääyötä hyväähuomenta hyvääviikonloppua joulupukki syntymäpäivä'),
  ...words('kesäkuussa kesällä talvella syksyllä keväällä kesäpäivä kesäyö talvipäivä kesämökki mökki sauna grilli makkara kalja olut'),
  // Haulage.
  ...words('kuorma kuormat kuormaauto kuormalava kuljetus kuljetukset kuljettaja kuljetusliike kuljetusyhtiö rahti rahtikirja lava'),
  ...words('rekka rekat rekkakuski rekkamies rekkaauto kuski kuskit auto autot pakettiauto perävaunu trukki varasto terminaali'),
  ...words('asiakas asiakkaat asiakasylläpito huolto tilaus tilaukset toimitus lähetys lasku laskutus ajojärjestelijä ajojärjestely'),
  ...words('scania volvo mersu mersedes sisu toyota nokia yritys toimisto työ työpaikka työmaa tehdas pomo esimies'),
  // Places.
  ...words('suomi suomalainen helsinki stadi espoo tampere vantaa oulu turku jyväskylä lahti kuopio pori kouvola joensuu lappeenranta'),
  ...words('hämeenlinna vaasa seinäjoki rovaniemi mikkeli kotka salo porvoo kokkola hyvinkää lohja järvenpää rauma kajaani kerava'),
  // Family, animals, food, nature.
  ...words('äiti isä mummo mummi vaari pappa vauva lapsi lapset poika tyttö veli sisko perhe kulta rakas rakkaus rakastan sinua'),
  ...words('minärakastansinua rakastansinua kultapieni muru enkeli prinsessa koti kotona talo elämä onni onnellinen aurinko tähti kuu'),
  ...words('kissa kissat koira koirat koiranpentu kissanpentu hauva musti mirri murre rekku karhu susi kettu orava hirvi hevonen heppa'),
  ...words('mansikka mustikka puolukka omena banaani suklaa karkki salmiakki pulla kahvi maito leipä peruna kala pizza muumi muumipeikko'),
  // Sports and teams.
  ...words('jääkiekko lätkä jalkapallo futis salibandy pesäpallo hiihto leijonat ässät kärpät ilves tappara jokerit hifk tps kalpa'),
  // Swearing.
  ...words('perkele saatana vittu vitunvittu paska helvetti jumalauta prkl voivittu voiperkele haistapaska hitto piru kyrpä mulkku'),
  // Names.
  ...words('matti maija pekka mikko minttu paavo jussi kalle ville antti jukka timo kari juha heikki anna liisa kaisa tiina sari päivi'),
  ...words('tietokone netti ohjelma järjestelmä numero vahva sana'),
  // Well-known examples of a good password.
  ...['correct horse battery staple', 'correcthorsebatterystaple', 'thisisapassword'],
]
