/** Traditional characters as their simplified ones, as far as people use them to speak about plans. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => PAIRS.get(character) ?? character);
}

const TRADITIONAL =
  "開執這個計劃畫實現碼動寫變過還沒問題對嗎麼為樣後們會時間說讓給請謝煩繼續進無異議確認該將應當啟從處須總來幹見聽話檔頁編輯庫測試運轉換調優細節補設審閱讀覺難錯誤頭馬選項據標準備許權擇勞駕囉嘍樓並與僅暫緩顧慮歡熱愛願單獨餘邊發佈東車長門閉關於內兩幾條點風險驗證級別類區規範圍結構築納網絡絕談論覽視傳統訊訂購買賣貼幫討輪趕緊裡裏隨體歸檢盡儘釋樂飛辦嚴隊務屬際產業術數聯較滿齊擬啓衝夠讚贊沖銷駁終錄減刪併維護著瞭製復複誰兒氣勢決達層順軟報專義積極離簡練縮擴張責夥妳傢辭嘗麽尋觀參獲記憶錢鍵斷遲猶擔憂躍歲幣";
const SIMPLIFIED =
  "开执这个计划划实现码动写变过还没问题对吗么为样后们会时间说让给请谢烦继续进无异议确认该将应当启从处须总来干见听话档页编辑库测试运转换调优细节补设审阅读觉难错误头马选项据标准备许权择劳驾啰喽楼并与仅暂缓顾虑欢热爱愿单独余边发布东车长门闭关于内两几条点风险验证级别类区规范围结构筑纳网络绝谈论览视传统讯订购买卖贴帮讨轮赶紧里里随体归检尽尽释乐飞办严队务属际产业术数联较满齐拟启冲够赞赞冲销驳终录减删并维护着了制复复谁儿气势决达层顺软报专义积极离简练缩扩张责伙你家辞尝么寻观参获记忆钱键断迟犹担忧跃岁币";

const PAIRS = new Map([...TRADITIONAL].map((character, index) => [character, [...SIMPLIFIED][index] ?? character]));
