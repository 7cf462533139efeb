/** Result of one check, with advice if there is a problem. */
export interface DoctorFinding {
  area:
    | "settings"
    | "versions"
    | "disk"
    | "store"
    | "keys"
    | "service"
    | "provider"
    | "search"
    | "model"
    | "issuer"
    | "time";
  /** Name of the checked item, such as `search_a` or `DATA_DIR`. */
  name: string;
  /** `warning`: works but may soon fail, or is not configured. */
  state: "ok" | "warning" | "problem";
  /** One sentence without secrets. */
  message: string;
  /** Advice in one sentence. Set only if `state` is not `ok`. */
  remedy?: string;
}

type Place = Pick<DoctorFinding, "area" | "name">;

export function reportWell(place: Place, message: string): DoctorFinding {
  return { ...place, state: "ok", message };
}

export function reportWarning(place: Place, message: string, remedy: string): DoctorFinding {
  return { ...place, state: "warning", message, remedy };
}

export function reportProblem(place: Place, message: string, remedy: string): DoctorFinding {
  return { ...place, state: "problem", message, remedy };
}
