-- People beside the attendant who see a ticket (docs/rules/participants.md).
CREATE TABLE ticket_participant (
  ticket_id INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- invited, mention, self, former_owner
  via TEXT NOT NULL,
  -- null = the product
  added_by INTEGER,
  -- mentions = notified of mentions only; all = also of other notes
  notify TEXT NOT NULL DEFAULT 'mentions',
  added_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ticket_participant_user ON ticket_participant (user_id, ticket_id);

-- Ids of the participants as ',3,7,', or '' without any: permissions are checked without another read.
ALTER TABLE ticket ADD COLUMN participants TEXT NOT NULL DEFAULT '';

CREATE TRIGGER ticket_participant_insert AFTER INSERT ON ticket_participant BEGIN
  UPDATE ticket SET participants = (SELECT ',' || group_concat(user_id, ',') || ','
    FROM (SELECT user_id FROM ticket_participant WHERE ticket_id = new.ticket_id ORDER BY user_id))
    WHERE id = new.ticket_id;
END;

CREATE TRIGGER ticket_participant_delete AFTER DELETE ON ticket_participant BEGIN
  UPDATE ticket SET participants = coalesce((SELECT ',' || group_concat(user_id, ',') || ','
    FROM (SELECT user_id FROM ticket_participant WHERE ticket_id = old.ticket_id ORDER BY user_id)), '')
    WHERE id = old.ticket_id;
END;

-- JSON: [{ kind: user | queue, id, name }]
ALTER TABLE ticket_note ADD COLUMN mentions TEXT NOT NULL DEFAULT '[]';

ALTER TABLE ticket_note ADD COLUMN edited_at INTEGER;

-- JSON: earlier texts, oldest first: [{ note, at }]
ALTER TABLE ticket_note ADD COLUMN edits TEXT NOT NULL DEFAULT '[]';
