import { expect, test } from "bun:test";
import { csvLine } from "./csv.ts";

test("CSV cells with separators, quotes or line ends are quoted", () => {
  expect(csvLine(["Ana", 'diz "oi"', "a;b", null, 3])).toBe('Ana;"diz ""oi""";"a;b";;3\r\n');
});

test("formulas in CSV cells are neutralised, numbers are not", () => {
  expect(csvLine(["=1+1", "@SUM(A1)", "-2+3", "+cmd", "\t=1", "-5", "+5511988887777"])).toBe(
    `"'=1+1";"'@SUM(A1)";"'-2+3";"'+cmd";"'\t=1";"-5";"+5511988887777"\r\n`,
  );
});

test("separators of every locale, and formulas after blanks or in full-width form, are quoted", () => {
  expect(csvLine(["a,b", "a\tb", "a|b", " =1", "＝1+1", "\r=1", "x\n=1", -5, "ok"])).toBe(
    `"a,b";"a\tb";"a|b";"' =1";"'＝1+1";"'\r=1";"x\n=1";-5;ok\r\n`,
  );
});
