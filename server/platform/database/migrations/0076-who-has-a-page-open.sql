-- Who has an order or the shift calendar open (rules/orders.md#who-is-looking). Rows are deleted by the next look at any page, a minute later.
DROP TABLE kalenterin_katselu;
DROP TABLE katselu;
CREATE UNLOGGED TABLE katselu (
  sivu text NOT NULL,
  kayttaja_id uuid NOT NULL,
  nahty bigint NOT NULL,
  -- When a page of the person last said that the person was changing it; 0: never.
  muuttanut bigint NOT NULL,
  PRIMARY KEY (sivu, kayttaja_id)
);
CREATE INDEX katselu_nahty ON katselu (nahty);
