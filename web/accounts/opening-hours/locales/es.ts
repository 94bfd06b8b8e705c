import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of opening hours and holidays, Spanish. */
export const es: Dictionary<typeof pt> = {
  day: {
    monday: "Lunes",
    tuesday: "Martes",
    wednesday: "Miércoles",
    thursday: "Jueves",
    friday: "Viernes",
    saturday: "Sábado",
    sunday: "Domingo",
  },
  week: {
    always: "Siempre abierto",
    alwaysHelp: "Desactívelo para definir el horario de cada día.",
    closed: "Cerrado",
    allDay: "24 horas",
    open: "Abierto: {{day}}",
    start: "{{day}}, inicio del período {{number}}",
    end: "{{day}}, fin del período {{number}}",
    until: "a",
    nextDay: "del día siguiente",
    addSpan: "Agregar período en {{day}}",
    removeSpan: "Quitar el período {{number}} de {{day}}",
    more: "Más opciones de {{day}}",
    copyToAll: "Copiar a todos los días",
    copyToWeekdays: "Copiar a los días hábiles",
    openAllDay: "Abrir todo el día",
    wrongTime: "Use una hora como 08:00.",
  },
  holidays: {
    title: "Feriados",
    help: "Tienen prioridad sobre los días de la semana. Sin períodos, el día queda cerrado.",
    none: "Todavía no hay feriados.",
    add: "Agregar feriado",
    date: "Fecha",
    yearly: "Se repite cada año",
    closed: "Cerrado todo el día",
    remove: "Quitar el feriado {{date}}",
    addSpan: "Agregar período",
    removeSpan: "Quitar el período {{number}}",
    start: "Inicio del período {{number}}",
    end: "Fin del período {{number}}",
  },
};
