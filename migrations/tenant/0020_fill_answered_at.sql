UPDATE first_contact SET answered_at = (
  SELECT max(t.last_customer_message_at) FROM ticket t WHERE t.contact_id = first_contact.contact_id
    AND t.connection_id = first_contact.connection_id AND t.last_customer_message_at >= first_contact.at
) WHERE answered_at IS NULL;
