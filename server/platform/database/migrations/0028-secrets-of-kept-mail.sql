-- Mail kept where there is no mail server no longer holds its links: they let their reader in as somebody else.
UPDATE lahteva_posti SET teksti = regexp_replace(teksti, 'https?://\S+#\S+', '(piilotettu)', 'g') WHERE teksti ~ 'https?://\S+#';
