import type { PageLanguage } from "#platform/http/contract.ts";
import type { RecipientState } from "./contract.ts";

/** What a file of recipients says in each language. */
export interface CsvTexts {
  readonly headings: readonly string[];
  readonly states: Readonly<Record<RecipientState, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** For a reason without words of its own. */
  readonly otherReason: string;
}

export const CSV_TEXTS: Readonly<Record<PageLanguage, CsvTexts>> = {
  pt: {
    headings: [
      "Nome",
      "Número",
      "E-mail",
      "Mensagem",
      "Estado",
      "Motivo",
      "Confirmação pedida",
      "Confirmou",
      "Enviada",
      "Recebida",
      "Lida",
      "Respondeu",
    ],
    states: {
      waiting: "Em espera",
      awaiting_confirmation: "Aguardando confirmação",
      queued: "Na fila de envio",
      sent: "Enviada",
      delivered: "Recebida",
      read: "Lida",
      replied: "Respondida",
      failed: "Falhou",
      skipped: "Não enviada",
      expired: "Sem confirmação em 48 h",
    },
    reasons: {
      invalid: "Número sem WhatsApp",
      opt_out: "Pediu para não receber",
      blocked: "Contato bloqueado",
      refused: "Respondeu que não",
      withdrawn: "Retirada antes do envio",
      contact_deleted: "Contato excluído",
      ERR_WINDOW_CLOSED: "O prazo para responder terminou.",
      ERR_MARKETING_LIMIT:
        "A Meta segurou esta mensagem: o cliente já recebeu muitas mensagens de marketing. Tente em outro dia.",
      ERR_MARKETING_REFUSED: "O cliente não aceita mais mensagens de marketing desta empresa.",
      ERR_SPAM_LIMIT: "A Meta limitou os envios deste número por causa de bloqueios e denúncias.",
      ERR_META_PAYMENT: "Há um problema de pagamento na conta do WhatsApp Business.",
      ERR_TEMPLATE_UNAVAILABLE:
        "O modelo não está aprovado, foi pausado ou mudou. Sincronize os modelos e escolha outro.",
      ERR_TEMPLATE_VALUES: "Falta um valor ou o arquivo do modelo para este contato.",
      ERR_SENDING_WAPP_MSG: "Erro ao enviar a mensagem do WhatsApp.",
      ERR_MEDIA_TYPE: "Este tipo de arquivo não é aceito.",
      ERR_CAMPAIGN_NO_MESSAGE: "A campanha ainda não tem mensagem.",
      ERR_NO_TICKET_FOUND: "A conversa foi excluída.",
    },
    otherReason: "Não foi possível enviar",
  },
  en: {
    headings: [
      "Name",
      "Number",
      "E-mail",
      "Message",
      "State",
      "Reason",
      "Confirmation requested",
      "Confirmed",
      "Sent",
      "Delivered",
      "Read",
      "Replied",
    ],
    states: {
      waiting: "Waiting",
      awaiting_confirmation: "Awaiting confirmation",
      queued: "Queued",
      sent: "Sent",
      delivered: "Delivered",
      read: "Read",
      replied: "Replied",
      failed: "Failed",
      skipped: "Not sent",
      expired: "No confirmation in 48 h",
    },
    reasons: {
      invalid: "Number without WhatsApp",
      opt_out: "Opted out",
      blocked: "Contact blocked",
      refused: "Replied no",
      withdrawn: "Withdrawn before sending",
      contact_deleted: "Contact deleted",
      ERR_WINDOW_CLOSED: "The time to answer is over.",
      ERR_MARKETING_LIMIT:
        "Meta held this message back: the customer has already received many marketing messages. Try another day.",
      ERR_MARKETING_REFUSED: "The customer no longer accepts marketing messages from this company.",
      ERR_SPAM_LIMIT: "Meta limited what this number may send, because of blocks and reports.",
      ERR_META_PAYMENT: "There is a payment problem in the WhatsApp Business account.",
      ERR_TEMPLATE_UNAVAILABLE:
        "The template is not approved, was paused or has changed. Synchronize the templates and choose another one.",
      ERR_TEMPLATE_VALUES: "A value or the file of the template is missing for this contact.",
      ERR_SENDING_WAPP_MSG: "Error sending WhatsApp message.",
      ERR_MEDIA_TYPE: "This type of file is not accepted.",
      ERR_CAMPAIGN_NO_MESSAGE: "The campaign has no message yet.",
      ERR_NO_TICKET_FOUND: "The conversation was deleted.",
    },
    otherReason: "Could not be sent",
  },
  es: {
    headings: [
      "Nombre",
      "Número",
      "Correo",
      "Mensaje",
      "Estado",
      "Motivo",
      "Confirmación pedida",
      "Confirmó",
      "Enviado",
      "Recibido",
      "Leído",
      "Respondió",
    ],
    states: {
      waiting: "En espera",
      awaiting_confirmation: "Esperando confirmación",
      queued: "En la cola de envío",
      sent: "Enviado",
      delivered: "Recibido",
      read: "Leído",
      replied: "Respondido",
      failed: "Falló",
      skipped: "No enviado",
      expired: "Sin confirmación en 48 h",
    },
    reasons: {
      invalid: "Número sin WhatsApp",
      opt_out: "Pidió no recibir",
      blocked: "Contacto bloqueado",
      refused: "Respondió que no",
      withdrawn: "Retirado antes del envío",
      contact_deleted: "Contacto eliminado",
      ERR_WINDOW_CLOSED: "El plazo para responder terminó.",
      ERR_MARKETING_LIMIT:
        "Meta retuvo este mensaje: el cliente ya recibió muchos mensajes de marketing. Inténtelo otro día.",
      ERR_MARKETING_REFUSED: "El cliente ya no acepta mensajes de marketing de esta empresa.",
      ERR_SPAM_LIMIT: "Meta limitó los envíos de este número por bloqueos y denuncias.",
      ERR_META_PAYMENT: "Hay un problema de pago en la cuenta de WhatsApp Business.",
      ERR_TEMPLATE_UNAVAILABLE:
        "La plantilla no está aprobada, fue pausada o cambió. Sincronice las plantillas y elija otra.",
      ERR_TEMPLATE_VALUES: "Falta un valor o el archivo de la plantilla para este contacto.",
      ERR_SENDING_WAPP_MSG: "Error al enviar el mensaje de WhatsApp.",
      ERR_MEDIA_TYPE: "Este tipo de archivo no se acepta.",
      ERR_CAMPAIGN_NO_MESSAGE: "La campaña todavía no tiene mensaje.",
      ERR_NO_TICKET_FOUND: "La conversación fue eliminada.",
    },
    otherReason: "No se pudo enviar",
  },
};
