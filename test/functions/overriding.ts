/** An object with some of its methods replaced. */
export function overriding<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
