import type { PhoneOptions } from "#simulator/phones/phone.ts";
import type { Colour } from "./paint.ts";
import type { Script } from "./script.ts";
import { BAKERY_SCRIPTS } from "./scripts/bakery.ts";
import { INTERNET_SCRIPTS } from "./scripts/internet.ts";

/** A customer: account and colour of the profile picture (without one: no picture). */
export interface CastMember extends PhoneOptions {
  readonly colour?: Colour;
}

/** A shop's phone, with its customers and their topics. */
export interface ShopPlan {
  readonly number: string;
  readonly name: string;
  readonly customers: readonly CastMember[];
  readonly scripts: readonly Script[];
}

export const SHOPS: readonly ShopPlan[] = [
  {
    number: "5511400010001",
    name: "Padaria Aurora · Centro",
    scripts: BAKERY_SCRIPTS,
    customers: [
      { number: "5511977776666", name: "Marina Ribeiro", colour: [176, 86, 122] },
      { number: "5511966665555", name: "João Pedro Lima", colour: [46, 125, 107], addressing: "lid" },
      { number: "5511955554444", name: "Carla Albuquerque de Menezes", colour: [92, 107, 192] },
      { number: "5511944443333", name: "Tiago Ferreira", colour: [139, 111, 71], addressing: "lid" },
      { number: "5511933332222", name: "Dona Neide 🌷", colour: [200, 120, 60] },
      { number: "5511988887777", name: "Zé Carlos", lid: null },
      { number: "5511922221111", name: "~ Lu", addressing: "lid", hidesNumber: true },
    ],
  },
  {
    number: "5511400010002",
    name: "Padaria Aurora · Norte",
    scripts: BAKERY_SCRIPTS,
    customers: [
      { number: "5511911114321", name: "Renata Moraes", colour: [120, 80, 160] },
      { number: "5511911115432", name: "Seu Osvaldo", colour: [80, 110, 130] },
      { number: "5511911116543", name: "Bia Nogueira", colour: [210, 90, 90], addressing: "lid" },
      { number: "5511911117654", name: "Clube do Livro da Vila", addressing: "lid" },
    ],
  },
  {
    number: "5511400020001",
    name: "Vento Telecom",
    scripts: INTERNET_SCRIPTS,
    customers: [
      { number: "5512977771111", name: "Fernanda Duarte", colour: [30, 130, 160] },
      { number: "5512977772222", name: "Gustavo Prates", colour: [90, 90, 90], addressing: "lid" },
      { number: "5512977773333", name: "Kátia (síndica)", colour: [160, 60, 110] },
      { number: "5512977774444", name: "Rodrigo Sá", colour: [60, 140, 80], addressing: "lid" },
      { number: "5512977775555", name: "Vovó Alzira", colour: [190, 150, 90] },
      { number: "5512977776666", name: "Escola Pequeno Sol", colour: [230, 170, 40] },
    ],
  },
];
