/** Texts of the first-run page, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Vamos preparar o seu balcão",
    text: "Só falta informar quem administra e qual é a empresa. Depois, é só conectar o WhatsApp.",
    name: "Seu nome",
    email: "E-mail",
    emailHelp: "Você entra com ele.",
    password: "Senha",
    passwordHelp: "De 5 a 50 caracteres.",
    companyName: "Nome da empresa",
    submit: "Começar",
  },
  strength: {
    weak: "Senha fraca: é curta ou muito comum. Você pode usá-la, mas outra protege melhor.",
    fair: "Senha razoável.",
    good: "Senha boa.",
  },
  closed: {
    title: "A instalação já foi concluída",
    text: "Este endereço só funciona uma vez.",
    login: "Ir para o login",
  },
  noCode: {
    title: "Falta o código do endereço",
    text: "Abra o endereço completo que o servidor mostrou ao iniciar; ele termina com um código depois de #.",
  },
} as const satisfies Record<string, Record<string, string>>;
