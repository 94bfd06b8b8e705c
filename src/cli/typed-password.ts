/** One line of standard input: never an argument, which other users of the machine could see. */
export async function typedPassword(): Promise<string> {
  process.stdout.write("Password: ");
  for await (const line of console) return line;
  return "";
}
