import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** What the server tells admins, Spanish. */
export const es: Dictionary<typeof pt> = {
  notice: {
    connection_logged_out: "{{name}}: la sesión se cerró en el celular.",
    connection_blocked: "{{name}}: WhatsApp bloqueó el número.",
    connection_replaced: "{{name}}: otra sesión reemplazó a esta.",
    connection_no_traffic: "{{name}}: la conexión dejó de recibir datos.",
    connection_session_damaged: "{{name}}: los datos de la sesión están dañados.",
    connection_token_invalid: "{{name}}: el acceso a la cuenta venció o fue revocado. Conéctela de nuevo.",
    inbound_failed: "No se pudo guardar un mensaje recibido.",
    mail_failed: "Un correo para {{name}} no se pudo entregar.",
    ticket_orphan: "Hay una atención en espera y ningún agente disponible.",
    contact_import_done: "La importación de contactos terminó. {{name}}",
    distribution_off: "{{name}}: la distribución se desactivó porque quedaron menos de 2 usuarios.",
    loop_guard: "El bot se detuvo en una atención porque se estaba repitiendo. Un agente debe tomarla.",
    campaign_paused: "{{name}}: la campaña se pausó.",
    campaign_missed: "{{name}}: la campaña no empezó.",
    campaign_done: "{{name}}: la campaña terminó.",
    payment_unclear: "Un pago de {{name}} no coincide con la factura. Revíselo en Finanzas.",
    support_entered: "{{name}}, de soporte, entró en esta empresa.",
    backup_failed: "La copia de seguridad falló: {{name}}.",
    backup_done: "La copia de seguridad terminó.",
    certificate_failed: "El certificado HTTPS no se renovó: {{name}}.",
    company_export: "{{name}}: la exportación terminó.",
    company_import: "{{name}}: la importación terminó.",
    storage_nearly_full: "Los archivos de la empresa ya ocupan el 80% del espacio del plan.",
    storage_full:
      "Sin espacio: libere espacio o amplíe el plan. Los mensajes siguen llegando, sin los archivos.",
    retention_done: "La limpieza programada terminó. {{name}}",
    other: "Hay algo que necesita atención. {{name}}",
  },
};
