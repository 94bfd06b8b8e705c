import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of password recovery, Spanish. */
export const es: Dictionary<typeof pt> = {
  ask: {
    title: "¿Olvidaste tu contraseña?",
    text: "Ingresa tu correo y te enviamos un código para crear una nueva.",
    email: "Correo",
    submit: "Enviar código",
    haveCode: "Ya tengo un código",
    toLogin: "Volver al inicio de sesión",
  },
  sent: {
    title: "Revisa tu correo",
    text: "Si {{email}} tiene una cuenta, el código llega en instantes. Vale por 60 minutos.",
    again: "Enviar a otro correo",
    hint: "¿No llegó? Mira también en la carpeta de spam.",
    enter: "Ingresar el código",
  },
  reset: {
    title: "Crea una nueva contraseña",
    text: "Al guardar, las sesiones abiertas se cierran.",
    forEmail: "Para {{email}}. Al guardar, las sesiones abiertas se cierran.",
    code: "Código del correo",
    password: "Nueva contraseña",
    passwordHelp: "De 5 a 50 caracteres.",
    submit: "Guardar nueva contraseña",
    wrong: "Código inválido o vencido. Pide uno nuevo.",
    askAgain: "Pedir un código nuevo",
    done: "Contraseña cambiada. Entra con la nueva.",
  },
  noMail: {
    title: "Habla con el administrador",
    text: "Esta instalación no envía correos. Pide a un administrador de tu empresa que defina una nueva contraseña para ti en la página Usuarios.",
    admin: "¿Eres el único administrador? Pide ayuda a quien cuida del servidor o al soporte.",
  },
};
