import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of password recovery, Spanish. */
export const es: Dictionary<typeof pt> = {
  ask: {
    title: "¿Olvidó su contraseña?",
    text: "Escriba su correo y le enviamos un código para crear una nueva.",
    email: "Correo",
    submit: "Enviar código",
    haveCode: "Ya tengo un código",
    toLogin: "Volver al inicio de sesión",
  },
  sent: {
    title: "Revise su correo",
    text: "Si {{email}} tiene una cuenta, el código llega en instantes. Vale por 60 minutos.",
    again: "Enviar a otro correo",
    hint: "¿No llegó? Mire también en la carpeta de spam.",
    enter: "Escribir el código",
  },
  reset: {
    title: "Cree una nueva contraseña",
    text: "Al guardar, las sesiones abiertas se cierran.",
    forEmail: "Para {{email}}. Al guardar, las sesiones abiertas se cierran.",
    code: "Código del correo",
    password: "Nueva contraseña",
    passwordHelp: "De 5 a 50 caracteres.",
    submit: "Guardar nueva contraseña",
    wrong: "Código inválido o vencido. Pida uno nuevo.",
    askAgain: "Pedir un código nuevo",
    done: "Contraseña cambiada. Entre con la nueva.",
  },
  noMail: {
    title: "Hable con el administrador",
    text: "Esta instalación no envía correos. Pida a un administrador de su empresa que le defina una nueva contraseña en la página Usuarios.",
    admin: "¿Es usted el único administrador? Pida ayuda a quien cuida del servidor o al soporte.",
  },
};
