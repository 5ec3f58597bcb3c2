-- Changes that have created price lists from others (decision 65), so that each can be undone while no order has been priced by them.
CREATE TABLE price_list_change (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  made bigint NOT NULL,
  user_id uuid NOT NULL REFERENCES "user" (id),
  -- The midnight from which the lists apply, at the earliest.
  starts bigint NOT NULL,
  percent numeric(6, 2) NOT NULL,
  -- Null: each list kept its own.
  fuel_surcharge numeric(5, 2),
  list_ids uuid[] NOT NULL,
  -- 0: in force.
  undone bigint NOT NULL DEFAULT 0
);
CREATE INDEX price_list_change_newest ON price_list_change (made DESC, id);
