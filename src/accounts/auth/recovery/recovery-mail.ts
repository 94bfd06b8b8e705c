interface Words {
  readonly subject: string;
  readonly text: (name: string, company: string, way: string) => string;
  readonly byLink: (link: string) => string;
  readonly byCode: (code: string) => string;
}

/** The mail in the languages of the setting `language`. */
const WORDS: Readonly<Record<"pt-BR" | "en" | "es", Words>> = {
  "pt-BR": {
    subject: "Criar uma nova senha",
    text: (name, company, way) =>
      `Olá, ${name}!\n\nAlguém pediu uma nova senha para a sua conta em ${company}.\n\n${way}\n\n` +
      "O código vale por 60 minutos e só pode ser usado uma vez. Se não foi você, ignore este e-mail: sua senha continua a mesma.\n",
    byLink: (link) => `Para criar a nova senha, abra este endereço:\n${link}`,
    byCode: (code) =>
      `Na tela de login, escolha "Esqueci minha senha", depois "Já tenho um código", e informe:\n${code}`,
  },
  en: {
    subject: "Set a new password",
    text: (name, company, way) =>
      `Hello, ${name}!\n\nSomeone requested a new password for your account at ${company}.\n\n${way}\n\n` +
      "The code is valid for 60 minutes and works once. If this was not you, ignore this e-mail: your password stays the same.\n",
    byLink: (link) => `To set the new password, open this address:\n${link}`,
    byCode: (code) =>
      `On the login page choose "I forgot my password", then "I already have a code", and enter:\n${code}`,
  },
  es: {
    subject: "Crear una nueva contraseña",
    text: (name, company, way) =>
      `¡Hola, ${name}!\n\nAlguien pidió una nueva contraseña para su cuenta en ${company}.\n\n${way}\n\n` +
      "El código vale por 60 minutos y solo puede usarse una vez. Si no fue usted, ignore este correo: su contraseña sigue siendo la misma.\n",
    byLink: (link) => `Para crear la nueva contraseña, abra esta dirección:\n${link}`,
    byCode: (code) =>
      `En la pantalla de inicio de sesión elija "Olvidé mi contraseña", luego "Ya tengo un código", e ingrese:\n${code}`,
  },
};

export interface RecoveryMail {
  readonly language: keyof typeof WORDS;
  readonly name: string;
  readonly company: string;
  readonly email: string;
  readonly code: string;
  /** `PUBLIC_URL`; without it the mail carries the code alone, for no other address can be trusted. */
  readonly publicUrl: string | null;
}

/**
 * Subject and text of the mail with the code. The link carries it behind `#`, which no browser sends to any server
 * and no log keeps.
 */
export function recoveryMail(given: RecoveryMail): { readonly subject: string; readonly text: string } {
  const words = WORDS[given.language];
  const secret = new URLSearchParams({ email: given.email, token: given.code });
  const way =
    given.publicUrl === null
      ? words.byCode(given.code)
      : words.byLink(`${given.publicUrl}/recovery#${secret}`);
  return { subject: words.subject, text: words.text(given.name, given.company, way) };
}
