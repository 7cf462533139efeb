/** One thing that was looked at, and what to do where it is not well. */
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
  /** The thing that was looked at, such as `search_a` or `DATA_DIR`. */
  name: string;
  /** `warning`: it works, and may not for long, or something is left out. */
  state: "ok" | "warning" | "problem";
  /** One sentence, without secrets. */
  message: string;
  /** Says what to do about it, in one sentence; only where `state` is not `ok`. */
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
