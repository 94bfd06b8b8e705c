/** Texts of the first steps of a company, Portuguese: the source of the other languages. */
export const pt = {
  panel: {
    title: "Primeiros passos",
    progress: "{{done}} de {{total}}",
    hide: "Ocultar",
    hidden: "Os primeiros passos continuam na Central de ajuda.",
    done: "feito",
    again: "Mostrar os primeiros passos",
  },
  connect: {
    title: "Conectar um número",
    text: "Leia o QR Code com o WhatsApp da empresa, e as conversas passam a chegar aqui.",
    action: "Conectar",
  },
  queue: {
    title: "Criar uma fila",
    text: "Filas separam os assuntos, como Vendas e Suporte; cada atendente vê as suas.",
    action: "Criar fila",
  },
  invite: {
    title: "Convidar um colega",
    text: "Cada pessoa entra com o próprio e-mail, e todas atendem pelo mesmo número.",
    action: "Convidar",
  },
  answer: {
    title: "Responder a primeira conversa",
    text: "Aceite um atendimento em Aguardando e escreva: a resposta sai pelo número conectado.",
    action: "Ver conversas",
  },
  party: {
    title: "Tudo pronto!",
    text: "Número conectado, equipe reunida e a primeira resposta enviada. Bom trabalho!",
    end: "Começar a atender",
  },
} as const satisfies Record<string, Record<string, string>>;
