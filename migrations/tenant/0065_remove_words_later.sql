-- FTS5 looks through the rows of every word and prefix of a removed text while 'secure-delete' is on: 17 ms for a message at
-- 400,000 messages, so deleting a long conversation stopped the server for minutes. A removed text is only marked now, and the
-- job `removed_words` rewrites the index soon after.
INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 0);
INSERT INTO chat_message_search (chat_message_search, rank) VALUES ('secure-delete', 0);
