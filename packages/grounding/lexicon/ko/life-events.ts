import type { LifeEventWords } from "../life-events.ts";

export const KOREAN_LIFE_EVENTS: LifeEventWords = {
  birth: "태어* 출생* 탄생* 출생지* 생일* | 태생* 출신*",
  death:
    "사망* 죽었* 죽은 죽음* 별세* 타계* 서거* 숨졌* 숨진 암살* 처형* 자살* 살해* 세상을_떠* | 전사* 묻혔* 숨을_거두*",
  marriage: "결혼* 혼인* 아내* 남편* 배우자* 부인* | 재혼* 신부*",
  divorce: "이혼* | 헤어* 별거*",
  founding: "설립* 창립* 창업* 창설* 건국* | 세웠* 세운 세워* 만들* 출범*",
};
