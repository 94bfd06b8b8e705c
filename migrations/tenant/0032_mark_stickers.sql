-- Pictures that are stickers are shown without a bubble.
ALTER TABLE message ADD COLUMN sticker INTEGER NOT NULL DEFAULT 0;
UPDATE message SET sticker = 1 WHERE media_type = 'image' AND body = '' AND from_me = 0
  AND media_id IN (SELECT id FROM media_file WHERE mime_type = 'image/webp');

-- Previews of tickets are kept without the sign of their kind, which belongs to the page.
UPDATE ticket SET last_message = ltrim(last_message, '📷🎤🎬📎📍👤 ')
WHERE last_message_type IN ('image', 'audio', 'video', 'application', 'locationMessage', 'vcard');
UPDATE ticket SET last_message_type = 'sticker'
WHERE last_message_type = 'image' AND (SELECT sticker FROM message m WHERE m.id = ticket.last_message_id) = 1;
UPDATE ticket SET last_customer_message_type = 'sticker'
WHERE last_customer_message_type = 'image'
  AND (SELECT sticker FROM message m WHERE m.id = ticket.last_customer_message_id) = 1;
-- Migration 0031 copied the body of a place or a contact, which is data.
UPDATE ticket SET last_customer_message = '' WHERE last_customer_message_type IN ('locationMessage', 'vcard');
