import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the sign-up, Spanish. */
export const es = {
  page: {
    title: "Cree su cuenta",
    text: "Pruebe gratis durante 3 días. Sin tarjeta.",
    steps: "Etapas del registro",
    back: "Volver",
    next: "Continuar",
    create: "Crear cuenta",
    haveAccount: "Ya tengo una cuenta",
    trial: "La prueba gratis dura 3 días; pagar ahora es opcional.",
    agree: "Al crear la cuenta usted acepta:",
    term: "Términos de uso",
    privacy: "Política de privacidad",
    loadFailed: "No se pudieron cargar los planes",
  },
  step: {
    data: "Datos",
    plan: "Personalizar",
    review: "Revisar",
    payment: "Pago",
  },
  data: {
    name: "Nombre de la empresa",
    adminName: "Su nombre",
    adminNameHelp: "Los clientes lo ven en sus mensajes.",
    phone: "WhatsApp",
    email: "Correo electrónico",
    emailHelp: "Con él entra al sistema.",
    password: "Contraseña",
    passwordHelp: "De 5 a 50 caracteres.",
  },
  plan: {
    label: "Plan",
    perMonth: "{{value}} por mes",
    free: "Gratis",
    storage: "{{storage}} para archivos",
    storageFree: "archivos sin límite",
    users_one: "{{count}} usuario",
    users_other: "{{count}} usuarios",
    connections_one: "{{count}} conexión",
    connections_other: "{{count}} conexiones",
    queues_one: "{{count}} cola",
    queues_other: "{{count}} colas",
  },
  feature: {
    useCampaigns: "Campañas",
    useKanban: "Kanban",
    useOpenAi: "Inteligencia artificial",
    useIntegrations: "Integraciones",
    useSchedules: "Mensajes programados",
    useInternalChat: "Chat interno",
    useExternalApi: "API",
  },
  payment: {
    ready: "¡Su cuenta está lista!",
    until: "La prueba gratis dura hasta el {{date}}.",
    now: "Pagar ahora con Pix",
    later: "Pagar después",
  },
  confirm: {
    made: "Cuenta creada. Confirme su correo para entrar.",
    text: "Enviamos un enlace a {{email}}. Ábralo antes de entrar por primera vez.",
    toLogin: "Ir al inicio de sesión",
  },
  done: {
    mayLogIn: "¡Ya puede iniciar sesión!",
    failed: "Error al crear el usuario. Verifique los datos ingresados.",
  },
  closed: {
    title: "Registro cerrado",
    text: "Por el momento no es posible crear una cuenta aquí. Contacte al soporte.",
    login: "Ir al inicio de sesión",
  },
} as const satisfies Dictionary<typeof pt>;
