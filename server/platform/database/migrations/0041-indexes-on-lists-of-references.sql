-- Where a row is used is asked of every relation that leads to it; these lists had no index.
CREATE INDEX asiakas_nouto_osoitteet ON asiakas USING gin (nouto_osoite_ids) WHERE nouto_osoite_ids <> '{}';
CREATE INDEX lahetys_siirto_osoitteet ON lahetys USING gin (siirto_osoitteet_ids) WHERE siirto_osoitteet_ids <> '{}';
CREATE INDEX notification_ohittaneet ON notification USING gin (ohittaneet_ids) WHERE ohittaneet_ids <> '{}';
