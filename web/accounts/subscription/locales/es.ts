import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the subscription, Spanish. */
export const es = {
  page: {
    title: "Suscripción",
    trial_one: "Su período de prueba termina en {{count}} día",
    trial_other: "Su período de prueba termina en {{count}} días",
    trialToday: "Su período de prueba termina hoy",
    trialOver: "Su período de prueba terminó",
    email: "Correo de cobro",
    plan: "Plan",
    perMonth: "{{value}} por mes",
    storage: "Espacio para archivos",
    storageFree: "Sin límite",
    due: "Vencimiento",
    pay: "Pagar factura",
    contact: "Hable con nosotros",
    contactText:
      "Cuéntenos qué necesita su empresa. Le responderemos con los próximos pasos para suscribirse.",
    contactSubject: "¡Hola! Quiero contratar la suscripción para la empresa {{company}}.",
    subscribe: "¡Suscríbase ahora!",
    nothing: "No hay nada que pagar ahora. La próxima factura aparece aquí 20 días antes del vencimiento.",
    free: "No hay nada que pagar: esta suscripción es gratis.",
    loadFailed: "No se pudo cargar la suscripción",
  },
  expired: {
    title: "Suscripción vencida",
    past: "¡Ups! Su suscripción venció el {{date}}. ¡Contacte al Soporte para más información!",
    mistake: "Hubo un error de cobro: su última factura ya está pagada. Contacte al soporte.",
    pay: "Pagar ahora",
    again: "Verificar de nuevo",
    logout: "Salir",
    nothing: "Ninguna factura abierta.",
  },
} as const satisfies Dictionary<typeof pt>;
