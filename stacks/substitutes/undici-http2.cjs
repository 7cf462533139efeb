/** undici asks for this where a server chose HTTP/2, which is offered to none. */
module.exports = () => {
  throw new TypeError("HTTP/2 is not spoken here.");
};
