import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the login page, Spanish. */
export const es = {
  page: {
    title: "Entrar",
    welcome: "Bienvenido de nuevo",
    text: "Entre para atender a sus clientes.",
    email: "Correo electrónico",
    password: "Contraseña",
    submit: "Entrar",
    forgot: "Olvidé mi contraseña",
    signup: "Crear cuenta",
    term: "Términos de uso",
    privacy: "Privacidad",
  },
  due: {
    soon_one: "Su suscripción vence en {{count}} día",
    soon_other: "Su suscripción vence en {{count}} días",
    pay: "Pagar ahora",
    past: "¡Ups! Su suscripción venció el {{date}}. ¡Contacte al Soporte para más información!",
    mistake: "Hubo un error de cobro: su última factura ya está pagada. Contacte al soporte.",
  },
  confirm: {
    waits: "Falta confirmar su correo: abra el enlace que enviamos a {{email}}.",
    code: "Tengo un código",
    again: "Enviar de nuevo",
    sent: "Si la cuenta aún espera la confirmación, un nuevo enlace está en camino. Solo vale el más reciente.",
  },
  setup: {
    open: "Esta instalación todavía no está configurada. Abra la dirección de configuración que el servidor mostró al iniciar.",
  },
} as const satisfies Dictionary<typeof pt>;
