import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const es: Dictionary<typeof pt> = {
  version: {
    newer: "Hay una nueva versión de {{brand}}.",
    reload: "Recargar",
  },
  push: {
    title: "Notificaciones en este dispositivo",
    on: "Avisar en este dispositivo",
    onHelp:
      "Los mensajes nuevos de sus atenciones llegan aunque {{brand}} esté cerrado. Mientras mira una página de {{brand}}, nada suena.",
    preview: "Mostrar las primeras palabras",
    previewHelp:
      "Desactivado, aparece solo el nombre del contacto: cualquiera puede leer una pantalla bloqueada.",
    test: "Enviar una notificación de prueba",
    unread: "No se pudieron leer las notificaciones de este dispositivo",
    unsupported:
      "Este navegador no recibe notificaciones de páginas. En el teléfono use Chrome, Edge, Firefox o Samsung Internet.",
    notInstalled:
      "En iPhone y iPad solo la aplicación instalada recibe notificaciones: toque Compartir, luego “Agregar a inicio”, y abra {{brand}} desde allí.",
    denied:
      "El navegador no permite notificaciones de esta página. Abra los permisos del sitio, junto a la dirección, y permita las notificaciones.",
    service:
      "El servicio de notificaciones del navegador no respondió. Revise su conexión; las redes de empresas pueden bloquearlo.",
    test_running: "Enviando…",
    test_arrived: "¡Llegó! Este dispositivo recibe las notificaciones.",
    test_late:
      "El servicio de notificaciones lo aceptó, pero en 10 segundos no llegó nada. Vea si “no molestar” o el ahorro de batería están activados.",
    test_gone:
      "El servicio de notificaciones ya no conoce este dispositivo. Active las notificaciones de nuevo.",
    test_refused:
      "El servicio de notificaciones rechazó el envío. Desactive y active las notificaciones; si sigue, hable con soporte.",
    test_unreachable:
      "El servidor de {{brand}} no pudo hablar con el servicio de notificaciones. Hable con soporte.",
  },
};
