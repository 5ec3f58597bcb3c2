-- Who has the shift calendar open (rules/shifts.md#who-is-looking). Rows are deleted by the next look, a minute later.
CREATE UNLOGGED TABLE kalenterin_katselu (
  kayttaja_id uuid PRIMARY KEY,
  nahty bigint NOT NULL,
  muuttaa boolean NOT NULL
);
