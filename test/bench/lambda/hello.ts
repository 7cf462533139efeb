/** A handler that does nothing, to measure the runtime itself. */
export const handler = async () => "hello";
