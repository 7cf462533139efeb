/** Returns a store with some of its methods replaced. */
export function storeWith<Store extends object>(store: Store, changes: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const found = Reflect.get(name in changes ? changes : target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}
