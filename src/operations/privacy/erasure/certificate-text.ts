import type { ContactErasure } from "#operations/privacy/contract.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { COUNTED_KINDS, type CountedKind } from "./kinds.ts";

interface Words {
  readonly tag: string;
  readonly title: string;
  readonly company: string;
  readonly number: string;
  readonly at: string;
  readonly by: string;
  readonly product: string;
  readonly subject: (erasure: ContactErasure) => string;
  readonly removed: string;
  readonly nothing: string;
  readonly end: string;
  readonly kinds: Readonly<Record<CountedKind, string>>;
}

const WORDS: Readonly<Record<PageLanguage, Words>> = {
  pt: {
    tag: "pt-BR",
    title: "CERTIFICADO DE ELIMINAÇÃO DE DADOS PESSOAIS",
    company: "Empresa",
    number: "Certificado",
    at: "Eliminado em",
    by: "A pedido de",
    product: "sistema",
    subject: ({ contactId, contacts }) =>
      contactId === null ? `Todos os contatos (${contacts})` : `Registro interno nº ${contactId}`,
    removed: "Eliminados",
    nothing: "Só o cadastro",
    end: `Os dados foram removidos do banco de dados, do índice de busca, dos arquivos e das sessões de mensagens.
Este certificado não contém dados da pessoa. Cópias de segurança feitas antes desta data são apagadas ao fim do
prazo de guarda definido pelo operador do servidor; se uma delas for restaurada, os dados da pessoa são apagados de novo.`,
    kinds: {
      identities: "Números e identificadores",
      extras: "Informações adicionais",
      tickets: "Atendimentos",
      messages: "Mensagens",
      groupMessages: "Mensagens em grupos",
      files: "Arquivos",
      notes: "Notas",
      schedules: "Agendamentos",
      campaigns: "Envios de campanhas",
      listItems: "Itens de listas",
      groups: "Participações em grupos",
      consents: "Registros de consentimento",
      ratings: "Avaliações",
    },
  },
  en: {
    tag: "en",
    title: "CERTIFICATE OF ERASURE OF PERSONAL DATA",
    company: "Company",
    number: "Certificate",
    at: "Erased on",
    by: "Requested by",
    product: "system",
    subject: ({ contactId, contacts }) =>
      contactId === null ? `All contacts (${contacts})` : `Internal record no. ${contactId}`,
    removed: "Removed",
    nothing: "Only the contact record",
    end: `The data was removed from the database, the search index, the files and the messaging sessions.
This certificate contains no data about the person. Backups made before this date are erased at the end of the
retention period set by the server's operator; if one is restored, the person's data is erased again.`,
    kinds: {
      identities: "Numbers and identifiers",
      extras: "Additional information",
      tickets: "Tickets",
      messages: "Messages",
      groupMessages: "Group messages",
      files: "Files",
      notes: "Notes",
      schedules: "Scheduled messages",
      campaigns: "Campaign messages",
      listItems: "List entries",
      groups: "Group memberships",
      consents: "Consent records",
      ratings: "Ratings",
    },
  },
  es: {
    tag: "es",
    title: "CERTIFICADO DE ELIMINACIÓN DE DATOS PERSONALES",
    company: "Empresa",
    number: "Certificado",
    at: "Eliminado el",
    by: "A pedido de",
    product: "sistema",
    subject: ({ contactId, contacts }) =>
      contactId === null ? `Todos los contactos (${contacts})` : `Registro interno n.º ${contactId}`,
    removed: "Eliminados",
    nothing: "Solo el registro",
    end: `Los datos se eliminaron de la base de datos, del índice de búsqueda, de los archivos y de las sesiones de mensajes.
Este certificado no contiene datos de la persona. Las copias de seguridad hechas antes de esta fecha se borran al
terminar el plazo definido por el operador del servidor; si una se restaura, los datos de la persona se eliminan de nuevo.`,
    kinds: {
      identities: "Números e identificadores",
      extras: "Información adicional",
      tickets: "Atenciones",
      messages: "Mensajes",
      groupMessages: "Mensajes en grupos",
      files: "Archivos",
      notes: "Notas",
      schedules: "Mensajes programados",
      campaigns: "Envíos de campañas",
      listItems: "Elementos de listas",
      groups: "Participaciones en grupos",
      consents: "Registros de consentimiento",
      ratings: "Valoraciones",
    },
  },
};

/** A text to be printed or sent to whoever asked for the erasure. */
export function certificateText(
  erasure: ContactErasure,
  company: string,
  timeZone: string,
  language: PageLanguage,
): string {
  const words = WORDS[language];
  const at = new Intl.DateTimeFormat(words.tag, { dateStyle: "long", timeStyle: "short", timeZone });
  const counts = COUNTED_KINDS.flatMap((kind) => {
    const n = erasure.counts[kind];
    return n === undefined ? [] : [`  ${words.kinds[kind]}: ${n}`];
  });
  return [
    words.title,
    "",
    `${words.company}: ${company}`,
    `${words.number}: ${erasure.uuid}`,
    words.subject(erasure),
    `${words.at}: ${at.format(new Date(erasure.erasedAt))} (${timeZone})`,
    `${words.by}: ${erasure.userName === "" ? words.product : erasure.userName}`,
    "",
    `${words.removed}:`,
    ...(counts.length > 0 ? counts : [`  ${words.nothing}`]),
    "",
    words.end,
    "",
  ].join("\n");
}
