-- Countries whose postal codes have been loaded, from the table that ships or by an import: the shipped ones are loaded once.
CREATE TABLE postinumeromaa (maa text PRIMARY KEY);
