-- Approved texts of official numbers in campaigns and scheduled messages (JSON: templateName, templateLanguage,
-- parameters), and the sample file of a template that is headed by a picture, a film or a document.
ALTER TABLE campaign ADD COLUMN template1 TEXT;
ALTER TABLE campaign ADD COLUMN template2 TEXT;
ALTER TABLE campaign ADD COLUMN template3 TEXT;
ALTER TABLE campaign ADD COLUMN template4 TEXT;
ALTER TABLE campaign ADD COLUMN template5 TEXT;
ALTER TABLE scheduled_message ADD COLUMN template TEXT;
ALTER TABLE message_template ADD COLUMN media_id INTEGER;
-- An official number may take a message and say afterwards that it reached nobody.
CREATE TRIGGER shipping_undelivered AFTER UPDATE OF delivered_at ON shipping
  WHEN new.delivered_at IS NULL AND old.delivered_at IS NOT NULL BEGIN
  UPDATE campaign_tally SET n = n - 1 WHERE campaign_id = new.campaign_id AND what = 'delivered';
END;
