/** What is asked, as every step of research reads it. */
export interface Question {
  query: string;
  /** What tells a person from a namesake: employer, role, location; empty when nothing was said. */
  context: string;
  /** The name the question is about; null when it is about none. */
  subject: string | null;
}
