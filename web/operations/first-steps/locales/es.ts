import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  panel: {
    title: "Primeros pasos",
    progress: "{{done}} de {{total}}",
    hide: "Ocultar",
    hidden: "Los primeros pasos siguen en el centro de ayuda.",
    done: "hecho",
    again: "Mostrar los primeros pasos",
  },
  connect: {
    title: "Conectar un número",
    text: "Lea el código QR con el WhatsApp de la empresa y las conversaciones llegarán aquí.",
    action: "Conectar",
  },
  queue: {
    title: "Crear una cola",
    text: "Las colas separan los temas, como Ventas y Soporte; cada agente ve las suyas.",
    action: "Crear cola",
  },
  invite: {
    title: "Invitar a un colega",
    text: "Cada persona entra con su propio correo y todas atienden por el mismo número.",
    action: "Invitar",
  },
  answer: {
    title: "Responder la primera conversación",
    text: "Acepte una atención en espera y escriba: la respuesta sale por el número conectado.",
    action: "Ver conversaciones",
  },
  party: {
    title: "¡Todo listo!",
    text: "El número está conectado, el equipo reunido y la primera respuesta enviada. ¡Buen trabajo!",
    end: "Empezar a atender",
  },
};
