/** Texts of password recovery, Portuguese: the source of the other languages. */
export const pt = {
  ask: {
    title: "Esqueceu a senha?",
    text: "Informe seu e-mail e enviamos um código para criar uma nova.",
    email: "E-mail",
    submit: "Enviar código",
    haveCode: "Já tenho um código",
    toLogin: "Voltar para o login",
  },
  sent: {
    title: "Confira seu e-mail",
    text: "Se {{email}} tiver uma conta, o código chega em instantes. Ele vale por 60 minutos.",
    again: "Enviar para outro e-mail",
    hint: "Não chegou? Olhe também na caixa de spam.",
    enter: "Informar o código",
  },
  reset: {
    title: "Crie uma nova senha",
    text: "Ao salvar, as sessões abertas são encerradas.",
    forEmail: "Para {{email}}. Ao salvar, as sessões abertas são encerradas.",
    code: "Código do e-mail",
    password: "Nova senha",
    passwordHelp: "De 5 a 50 caracteres.",
    submit: "Salvar nova senha",
    wrong: "Código inválido ou vencido. Peça um novo.",
    askAgain: "Pedir um novo código",
    done: "Senha alterada. Entre com a nova senha.",
  },
  noMail: {
    title: "Fale com o administrador",
    text: "Esta instalação não envia e-mails. Peça a um administrador da sua empresa para definir uma nova senha para você, na página Usuários.",
    admin: "Você é o único administrador? Peça ajuda a quem cuida do servidor ou ao suporte.",
  },
} as const satisfies Record<string, Record<string, string>>;
