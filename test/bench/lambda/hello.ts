/** What the runtime itself takes. */
export const handler = async () => "hello";
