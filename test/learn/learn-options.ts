/** Input of every part of learning. */
export interface LearnOptions {
  /** Folder of evaluation data. */
  data: string;
  /** Print cross-validated figures too: those are the ones to quote. */
  crossValidate: boolean;
  print: (line: string) => void;
}
