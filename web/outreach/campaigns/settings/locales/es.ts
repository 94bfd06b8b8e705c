import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the campaign settings, Spanish. */
export const es: Dictionary<typeof pt> = {
  page: {
    title: "Configuración de campañas",
    saved: "Configuración guardada",
    pace: "Ritmo de envío",
    paceHelp:
      "Un ritmo humano protege el número contra bloqueos. Vale para todas las campañas, desde la próxima espera.",
    variables: "Variables",
    variablesHelp: "Textos de la empresa para los mensajes: escriba el atajo entre llaves.",
    rules: "Cuándo y a quién enviar",
  },
  pace: {
    messageInterval: "Intervalo entre destinatarios",
    longerIntervalAfter: "Intervalo mayor después de",
    greaterInterval: "Intervalo mayor",
    none: "Sin intervalo",
    never: "Nunca",
    seconds: "{{count}} s",
    messages_one: "{{count}} mensaje",
    messages_other: "{{count}} mensajes",
  },
  example: {
    title: "Cómo queda",
    plain: "{{wait}} s entre un destinatario y otro, con una variación de hasta 20%.",
    longer_one: "Después de cada mensaje, {{wait}} s.",
    longer_other: "Después de cada {{count}} mensajes, {{wait}} s.",
    noLonger: "Sin pausas mayores.",
    duration: "100 destinatarios tardan cerca de {{length}}; 500, cerca de {{more}}.",
    fast: "Cuanto más rápido, mayor el riesgo de que WhatsApp bloquee el número.",
    strip: "Dibujo del ritmo: cada punto es un destinatario",
  },
  variable: {
    shortcut: "Atajo",
    shortcutHelp: "Letras, números y _",
    content: "Contenido",
    add: "Agregar variable",
    remove: "Eliminar la variable {{key}}",
    taken: "Este atajo ya existe.",
    invalid: "Use hasta 30 letras, números o _.",
    builtIn: "Este atajo está reservado.",
    empty: "Aún no hay variables. {nome}, {primeiro_nome}, {numero} y {email} existen siempre.",
  },
};
