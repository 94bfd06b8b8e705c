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
      "Usted recibe los mensajes nuevos de sus atenciones aunque {{brand}} esté cerrado. Mientras está en una página de {{brand}}, no suena nada.",
    preview: "Mostrar las primeras palabras",
    previewHelp:
      "Desactivado, aparece solo el nombre del contacto: cualquiera puede leer una pantalla bloqueada.",
    test: "Enviar una notificación de prueba",
    unread: "No se pudo leer la configuración de notificaciones de este dispositivo",
    unsupported:
      "Este navegador no recibe notificaciones de páginas web. En el celular, use Chrome, Edge, Firefox o Samsung Internet.",
    notInstalled:
      "En iPhone y iPad, solo la aplicación instalada recibe notificaciones: toque Compartir, luego “Agregar a inicio”, y abra {{brand}} desde allí.",
    denied:
      "El navegador no permite notificaciones de esta página. Abra los permisos del sitio, junto a la dirección, y permita las notificaciones.",
    service:
      "El servicio de notificaciones del navegador no respondió. Revise su conexión a internet; las redes de empresas pueden bloquear este servicio.",
    test_running: "Enviando…",
    test_arrived: "¡Llegó! Este dispositivo recibe las notificaciones.",
    test_late:
      "El servicio de notificaciones aceptó el envío, pero no llegó nada en 10 segundos. Revise si “No molestar” o el ahorro de batería están activados.",
    test_gone:
      "El servicio de notificaciones ya no reconoce este dispositivo. Active las notificaciones de nuevo.",
    test_refused:
      "El servicio de notificaciones rechazó el envío. Desactive y active las notificaciones; si el problema sigue, contacte al soporte.",
    test_unreachable:
      "El servidor de {{brand}} no pudo conectarse al servicio de notificaciones. Contacte al soporte.",
  },
};
