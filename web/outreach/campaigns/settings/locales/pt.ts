/** Texts of the campaign settings, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Configurações de campanhas",
    saved: "Configurações salvas",
    pace: "Ritmo de envio",
    paceHelp:
      "Um ritmo humano protege o número contra bloqueios. Vale para todas as campanhas, a partir da próxima espera.",
    variables: "Variáveis",
    variablesHelp: "Textos da empresa para usar nas mensagens: escreva o atalho entre chaves.",
    rules: "Quando e para quem enviar",
  },
  pace: {
    messageInterval: "Intervalo entre destinatários",
    longerIntervalAfter: "Intervalo maior após",
    greaterInterval: "Intervalo maior",
    none: "Sem intervalo",
    never: "Nunca",
    seconds: "{{count}} s",
    messages_one: "{{count}} mensagem",
    messages_other: "{{count}} mensagens",
  },
  example: {
    title: "Como fica",
    plain: "{{wait}} s entre um destinatário e outro, com uma variação de até 20% para mais ou para menos.",
    longer_one: "Depois de cada mensagem, {{wait}} s.",
    longer_other: "Depois de cada {{count}} mensagens, {{wait}} s.",
    noLonger: "Sem pausas maiores.",
    duration: "100 destinatários levam cerca de {{length}}; 500, cerca de {{more}}.",
    fast: "Quanto mais rápido, maior o risco de o WhatsApp bloquear o número.",
    strip: "Desenho do ritmo: cada ponto é um destinatário",
  },
  variable: {
    shortcut: "Atalho",
    shortcutHelp: "Letras, números e _",
    content: "Conteúdo",
    add: "Adicionar variável",
    remove: "Excluir a variável {{key}}",
    taken: "Este atalho já existe.",
    invalid: "Use até 30 letras, números ou _.",
    builtIn: "Este atalho é reservado.",
    empty: "Nenhuma variável ainda. {nome}, {primeiro_nome}, {numero} e {email} existem sempre.",
  },
} as const satisfies Record<string, Record<string, string>>;
