interface Words {
  readonly subject: string;
  readonly text: (company: string, way: string) => string;
  readonly byLink: (link: string) => string;
  readonly byCode: (code: string) => string;
}

/** The mail in the languages of the setting `language`. */
const WORDS: Readonly<Record<"pt-BR" | "en" | "es", Words>> = {
  "pt-BR": {
    subject: "Confirme o seu e-mail",
    text: (company, way) =>
      `Olá!\n\nUma conta para ${company} foi criada com este e-mail.\n\n${way}\n\n` +
      "O código vale por 48 horas e só pode ser usado uma vez. Se não foi você, ignore este e-mail: sem a confirmação, a conta não é liberada.\n",
    byLink: (link) => `Para confirmar e poder entrar, abra este endereço:\n${link}`,
    byCode: (code) =>
      `Na tela de login, entre com este e-mail e a sua senha, escolha "Tenho um código" e informe:\n${code}`,
  },
  en: {
    subject: "Confirm your e-mail",
    text: (company, way) =>
      `Hello!\n\nAn account for ${company} was created with this e-mail address.\n\n${way}\n\n` +
      "The code is valid for 48 hours and works once. If this was not you, ignore this e-mail: the account stays closed until the address is confirmed.\n",
    byLink: (link) => `To confirm your e-mail and sign in, open this address:\n${link}`,
    byCode: (code) =>
      `On the login page sign in with this e-mail and your password, choose "I have a code" and enter:\n${code}`,
  },
  es: {
    subject: "Confirme su correo",
    text: (company, way) =>
      `¡Hola!\n\nSe creó una cuenta para ${company} con este correo.\n\n${way}\n\n` +
      "El código vale por 48 horas y solo puede usarse una vez. Si no fue usted, ignore este correo: sin la confirmación, la cuenta no se activa.\n",
    byLink: (link) => `Para confirmarlo y poder entrar, abra esta dirección:\n${link}`,
    byCode: (code) =>
      `En la pantalla de inicio de sesión entre con este correo y su contraseña, elija "Tengo un código" e ingrese:\n${code}`,
  },
};

export interface ConfirmationMail {
  readonly language: keyof typeof WORDS;
  readonly company: string;
  readonly code: string;
  /** `PUBLIC_URL`; without it the mail carries the code alone, for no other address can be trusted. */
  readonly publicUrl: string | null;
}

/** Subject and text of the mail with the code; a link carries it behind `#`, which no browser sends to any server. */
export function confirmationMail(given: ConfirmationMail): {
  readonly subject: string;
  readonly text: string;
} {
  const words = WORDS[given.language];
  const secret = new URLSearchParams({ token: given.code });
  const way =
    given.publicUrl === null
      ? words.byCode(given.code)
      : words.byLink(`${given.publicUrl}/confirm#${secret}`);
  return { subject: words.subject, text: words.text(given.company, way) };
}
