/**
 * undici asks for this where the body of a request is FormData, which ours never are: it brings half of fetch
 * with it.
 */
exports.extractBody = () => {
  throw new TypeError("A body of FormData cannot be sent.");
};
