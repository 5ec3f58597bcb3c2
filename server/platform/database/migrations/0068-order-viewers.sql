-- Who is looking at an order (rules/orders.md#who-is-looking). Rows are deleted by the next look at any order, a minute later.
CREATE UNLOGGED TABLE katselu (
  tilaus_id uuid NOT NULL,
  kayttaja_id uuid NOT NULL,
  nahty bigint NOT NULL,
  PRIMARY KEY (tilaus_id, kayttaja_id)
);
CREATE INDEX katselu_nahty ON katselu (nahty);
