import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the terms of use and the privacy notice, Spanish. */
export const es = {
  page: {
    back: "Volver al inicio de sesión",
    failed: "No se pudo cargar el texto",
  },
  term: {
    title: "Términos de uso",
    text: `Estos términos valen para quien usa esta plataforma de atención. Al crear una cuenta, la empresa los acepta.

## El servicio
La plataforma reúne en un solo lugar las conversaciones de la empresa con sus clientes, en conexiones que la propia empresa configura. El período de prueba es gratuito; después, el uso depende del pago de la suscripción del plan elegido.

## Qué se espera de usted
- Mantener correctos los datos de la cuenta y la contraseña en secreto.
- Escribir solo a personas que aceptan recibir sus mensajes.
- Respetar las reglas de los canales conectados y la ley.
- No enviar contenido ilegal, engañoso u ofensivo.

## Pago y vencimiento
El plan se paga por período. Después del vencimiento el acceso se limita al pago; siete días después se cierran las conexiones. Con el pago todo vuelve, sin pérdida de datos.

## Disponibilidad
Trabajamos para que el servicio esté siempre disponible, pero también depende de redes y canales de terceros, sobre los que no tenemos control.

## Fin del uso
La empresa puede dejar de usar el servicio cuando quiera. Las cuentas que no respetan estos términos pueden ser suspendidas.

## Contacto
El soporte responde las dudas sobre estos términos.`,
  },
  privacy: {
    title: "Política de privacidad",
    text: `Esta política explica qué datos guarda la plataforma y para qué.

## Qué datos
- De la empresa y sus usuarios: nombre, correo, teléfono y lo necesario para el cobro.
- De la atención: contactos, mensajes y archivos intercambiados por las conexiones de la empresa.
- De seguridad: dirección y navegador de cada acceso.

## Para qué
Los datos sirven para prestar el servicio: entregar y organizar las conversaciones, proteger las cuentas y cobrar la suscripción. No se venden ni se usan para publicidad.

## Quién responde por los datos
Los datos de las conversaciones pertenecen a la empresa que atiende; ella decide sobre ellos. La plataforma los trata solo en su nombre y guarda los de cada empresa separados de los demás.

## Por cuánto tiempo
Mientras exista la cuenta. Los datos de una empresa eliminada se borran en un plazo de hasta 30 días. La empresa puede definir cuánto tiempo se guardan los archivos.

## Sus derechos
Cualquier persona puede pedir consultar, corregir o borrar sus datos: primero a la empresa con la que conversó, o al soporte.

## Cookies
Usamos solo lo necesario para mantener la sesión abierta. Ningún servicio de terceros rastrea su visita.`,
  },
  editor: {
    title: "Términos y privacidad",
    help: "Los textos de las páginas Términos de uso y Política de privacidad, que todos pueden leer antes de crear una cuenta. Una línea que empieza con ## es un título; con -, un elemento de lista. En blanco, vale el texto del producto.",
    page: "Página",
    language: "Idioma",
    text: "Texto",
    save: "Guardar",
    reset: "Volver al texto del producto",
    saved: "Texto guardado.",
    own: "Este es el texto del producto; cámbielo y guarde para usar el suyo.",
    look: "Ver la página",
  },
} as const satisfies Dictionary<typeof pt>;
