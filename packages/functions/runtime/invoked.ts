/** What is told when an invocation begins and when it has ended: its process may be frozen in between. */
export interface Invoked {
  beginInvocation(): void;
  endInvocation(): void;
}
