/** A line of standard output is one event of the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
