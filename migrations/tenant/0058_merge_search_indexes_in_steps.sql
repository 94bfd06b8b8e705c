-- FTS5 merges the segments of an index within a commit, up to 0.1 s of the processor at once. The server merges them
-- in steps of its own instead (docs/rules/search.md#segments): 8 segments of a level at a time. FTS5 itself merges
-- only from 256 segments of a level, when the server cannot keep up.
INSERT INTO message_search (message_search, rank) VALUES ('automerge', 0);
INSERT INTO message_search (message_search, rank) VALUES ('crisismerge', 256);
INSERT INTO message_search (message_search, rank) VALUES ('usermerge', 8);

INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('automerge', 0);
INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('crisismerge', 256);
INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('usermerge', 8);

INSERT INTO contact_search (contact_search, rank) VALUES ('automerge', 0);
INSERT INTO contact_search (contact_search, rank) VALUES ('crisismerge', 256);
INSERT INTO contact_search (contact_search, rank) VALUES ('usermerge', 8);
