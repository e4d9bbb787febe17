/**
 * The words of the field in the languages of the site. Nearly all nodes are described in English, but people search in their
 * own language. A search for the words of a language also finds the English words of their line.
 *
 * Each line is a concept: `name; other English words; zh …; ja …; ko …; ru …; es …; fr …; ar …`. Words are prefixes, so
 * that endings do not matter; `_` joins the words of an expression. A combined concept such as `remove+background` applies
 * if all its parts do, and has only other English words.
 */
const lines = `
upscale; enlarge superresolution super_resolution esrgan; zh 放大 超分 高清; ja 拡大 アップスケール 高解像度 超解像; ko 업스케일 확대 고해상도; ru апскейл увелич; es escalar escalado ampliar aumentar_resolucion; fr agrandi agrandissement upscaling; ar تكبير ترقيه رفع_الدقه
background; ; zh 背景; ja 背景; ko 배경; ru фон задн; es fondo; fr arriere_plan fond; ar خلفيه
remove; removal remover eliminate erase delete; zh 移除 去除 删除 去 消除 抠; ja 除去 削除 消去 切り抜き; ko 제거 삭제 지우; ru удал убра убер вырез; es eliminar elimina quitar borrar remover; fr supprim suppress enlever effac detour retirer; ar ازاله حذف
face; facial; zh 人脸 脸部 面部 脸; ja 顔 フェイス; ko 얼굴; ru лиц; es rostro cara facial; fr visage; ar وجه وجوه
swap; replace reactor; zh 换 交换 替换; ja 交換 入れ替え スワップ; ko 교체 스왑; ru замен обмен; es intercambi; fr echang remplac; ar تبديل استبدال
change; modify alter; zh 改变 更改; ja 変える 変更; ko 바꾸 변경; ru измен сменит; es cambi; fr chang modif; ar تغيير
restore; restoration; zh 修复 恢复; ja 復元 修復; ko 복원 복구; ru восстанов реставр; es restaur; fr restaur; ar استعاده ترميم
image; picture; zh 图像 图片 图; ja 画像 イメージ; ko 이미지 그림; ru изображен картин; es imagen imagenes; fr image; ar صوره صور
video; ; zh 视频; ja 動画 ビデオ; ko 비디오 동영상 영상; ru видео; es video videos; fr video; ar فيديو
frame; ; zh 帧; ja フレーム; ko 프레임; ru кадр; es fotograma fotogramas cuadro; fr frame trame; ar اطار اطارات
interpolate; interpolation; zh 插帧 插值 补帧; ja 補間; ko 보간; ru интерпол; es interpol; fr interpol; ar استيفاء
audio; sound; zh 音频 声音; ja 音声 オーディオ サウンド; ko 오디오 소리; ru аудио звук звуко; es audio sonido; fr audio son; ar صوت صوتي الصوت
music; song; zh 音乐 歌曲; ja 音楽 曲; ko 음악 노래; ru музык песн; es musica cancion; fr musique chanson; ar موسيقي
speech; voice tts; zh 语音 配音 朗读; ja 音声 声 読み上げ; ko 음성 목소리; ru речь речи голос озвуч; es voz habla; fr voix parole vocal; ar كلام نطق
text; ; zh 文本 文字 文; ja テキスト 文字 文章; ko 텍스트 글자 문자; ru текст; es texto; fr texte; ar نص نصوص النص
clone; cloning; zh 克隆; ja クローン; ko 복제 클로닝; ru клонир; es clon; fr clon; ar استنساخ
caption; describe; zh 描述 标注 反推 打标; ja キャプション 説明; ko 캡션 설명; ru описан подпис; es descrip leyenda; fr legend description decri; ar وصف
tag; tagger; zh 标签; ja タグ; ko 태그; ru тег; es etiqueta; fr etiquet; ar وسم وسوم
translate; translation translator; zh 翻译 汉化 中文化; ja 翻訳; ko 번역; ru перевод перевест; es traduc; fr tradu; ar ترجمه
prompt; ; zh 提示词 提示 咒语; ja プロンプト; ko 프롬프트; ru промпт подсказ; es prompt indicacion; fr prompt invite; ar موجه مطالبه برومبت
mask; ; zh 遮罩 蒙版 掩码; ja マスク; ko 마스크; ru маск; es mascara; fr masque; ar قناع اقنعه
segment; segmentation; zh 分割; ja セグメント セグメンテーション 分割; ko 분할 세그먼트 세그멘테이션; ru сегмент; es segment; fr segment; ar تجزئه تقسيم
inpaint; ; zh 局部重绘 重绘 修补; ja インペイント 修正; ko 인페인트 인페인팅; ru инпейнт дорисов; es inpaint; fr inpaint retouche; ar اعاده_رسم
outpaint; uncrop; zh 扩图 外扩; ja アウトペイント 拡張; ko 아웃페인트 아웃페인팅 확장; ru аутпейнт расширен; es outpaint; fr outpaint; ar توسيع
crop; ; zh 裁剪 裁切; ja クロップ 切り抜き トリミング; ko 자르기 크롭; ru обрез кроп; es recort; fr recadr rogn; ar قص اقتصاص
stitch; ; zh 拼接 缝合; ja つなぎ合わせ 結合; ko 이어붙이기 스티치; ru сшив; es unir coser; fr coudre assembl; ar دمج
depth; ; zh 深度; ja 深度 デプス; ko 깊이 뎁스; ru глубин; es profundidad; fr profondeur; ar عمق العمق
normal; ; zh 法线; ja 法線 ノーマル; ko 노멀 법선; ru нормал; es normal; fr normal; ar عادي
map; ; zh 图 贴图; ja マップ; ko 맵 지도; ru карт; es mapa; fr carte; ar خريطه خرائط
pose; openpose skeleton dwpose; zh 姿势 姿态 骨骼; ja ポーズ 姿勢; ko 포즈 자세; ru поз; es pose postura; fr pose posture; ar وضعي
edit; editor editing; zh 编辑 修图; ja 編集 エディタ; ko 편집 에디터; ru редакт; es edit editor; fr edit retouche; ar تحرير محرر تعديل
control; controlnet; zh 控制; ja 制御 コントロール; ko 제어 컨트롤; ru контрол управл; es control; fr controle controler; ar تحكم
style; ; zh 风格 样式; ja スタイル 画風; ko 스타일 화풍; ru стил; es estilo; fr style; ar نمط اسلوب
transfer; ; zh 迁移 转移; ja 転送 転写; ko 전이; ru перенос; es transfer; fr transfer; ar نقل
color; colour; zh 颜色 色彩 调色; ja 色 カラー; ko 색상 컬러 색; ru цвет; es color; fr couleur; ar لون الوان
correct; correction grading; zh 校正 校色; ja 補正; ko 보정 교정; ru коррек; es correcc correg; fr correct etalonnage; ar تصحيح
match; ; zh 匹配; ja マッチ 合わせ; ko 매칭 맞추; ru сопостав подбор; es coincid igualar; fr correspond; ar مطابقه
light; relight lighting iclight; zh 光照 打光 灯光 重打光; ja 照明 ライティング リライト 光; ko 조명 라이팅; ru освещ свет; es iluminacion luz; fr eclairage reeclair lumiere; ar اضاءه
noise; denoise; zh 噪声 噪点 降噪; ja ノイズ; ko 노이즈; ru шум; es ruido; fr bruit; ar ضوضاء تشويش
blur; ; zh 模糊; ja ぼかし ブラー; ko 블러 흐림; ru размыт; es desenfoque difumin; fr flou; ar ضبابي تمويه
sharpen; sharp; zh 锐化; ja シャープ 鮮鋭; ko 선명; ru резкост; es enfoque nitid; fr nettete accentu; ar حده شحذ
grain; ; zh 颗粒; ja 粒子 グレイン; ko 그레인 입자; ru зерн; es grano; fr grain; ar حبيبات
film; ; zh 胶片 电影; ja フィルム; ko 필름; ru пленк; es pelicula; fr film pellicule; ar فيلم
pixel; pixelart; zh 像素; ja ピクセル ドット絵; ko 픽셀 도트; ru пиксел; es pixel; fr pixel; ar بكسل
art; ; zh 艺术 画; ja アート 絵; ko 아트; ru арт искусств; es arte; fr art; ar فن رسم
vector; svg; zh 矢量; ja ベクター ベクトル; ko 벡터; ru вектор; es vector; fr vector; ar متجه
code; ; zh 码 代码; ja コード; ko 코드; ru код; es codigo; fr code; ar رمز كود
qr; qrcode; zh 二维码; ja qrコード; ko qr코드 큐알; ru qr; es qr; fr qr; ar كيو_ار
lut; olmlut;
watermark; ; zh 水印; ja 透かし ウォーターマーク; ko 워터마크; ru водян; es marca_de_agua; fr filigrane; ar علامه_مائيه
subtitle; srt; zh 字幕; ja 字幕; ko 자막; ru субтитр; es subtitul; fr sous_titr; ar ترجمه_مصاحبه ترجمه_نصيه ترجمات
lip; lipsync; zh 口型 唇形 对口型; ja リップ 口パク; ko 립 입술; ru губ; es labios labial; fr levres labial; ar شفاه
sync; synchronize; zh 同步; ja シンク 同期; ko 싱크 동기화; ru синхрон; es sincron; fr synchron; ar مزامنه
portrait; ; zh 肖像 人像; ja ポートレート 肖像; ko 초상 인물; ru портрет; es retrato; fr portrait; ar بورتريه شخصيه
animate; animation talking; zh 动画 动; ja アニメーション 動かす; ko 애니메이션; ru анимац оживл; es anim; fr anim; ar تحريك رسوم_متحركه
clothes; clothing garment cloth outfit dress; zh 服装 衣服 衣 换装; ja 服 衣装; ko 옷 의류 의상; ru одежд; es ropa prenda; fr vetement; ar ملابس
try; tryon try_on vton; zh 试穿 试衣; ja 試着; ko 시착 입어보기 피팅 착용; ru пример; es probar probador; fr essay; ar تجربه قياس
virtual; ; zh 虚拟; ja バーチャル 仮想; ko 가상; ru виртуал; es virtual; fr virtuel; ar افتراضي
hair; ; zh 头发 发型; ja 髪; ko 머리카락 헤어; ru волос; es pelo cabello; fr cheveux; ar شعر
hand; ; zh 手部 手; ja 手; ko 손; ru рук кист; es mano; fr main; ar يد
character; ; zh 角色 人物; ja キャラクター 人物; ko 캐릭터; ru персонаж; es personaje; fr personnage; ar شخصيه
consistent; consistency same identity; zh 一致; ja 一貫; ko 일관; ru последоват консист; es consisten; fr coheren; ar متسق
model; checkpoint; zh 模型; ja モデル; ko 모델; ru модел; es modelo; fr modele; ar نموذج نماذج
load; loader; zh 加载 载入; ja 読み込み ロード; ko 로드 불러오; ru загруз; es cargar carga; fr charg; ar تحميل
save; ; zh 保存 存储; ja 保存; ko 저장; ru сохран; es guardar; fr enregistr sauvegard; ar حفظ
download; ; zh 下载; ja ダウンロード; ko 다운로드; ru скачат скачив; es descarg; fr telecharg; ar تنزيل
train; training trainer; zh 训练; ja 学習 訓練 トレーニング; ko 학습 훈련; ru обучен трениров; es entren; fr entrain; ar تدريب
merge; ; zh 合并 融合; ja マージ 結合; ko 병합 합치; ru слиян объедин; es fusion combin; fr fusion; ar دمج
lora; ; zh lora; ja ローラ; ko 로라; ru лора; es lora; fr lora; ar لورا
sampler; sampling; zh 采样; ja サンプラー サンプリング; ko 샘플러 샘플링; ru сэмплер семплер; es muestre; fr echantillon; ar اخذ_العينات معاين
scheduler; schedule; zh 调度; ja スケジューラ; ko 스케줄; ru планировщик; es planific; fr planif; ar جدوله
seed; ; zh 种子; ja シード; ko 시드; ru сид зерно_случайности; es semilla; fr graine; ar بذره
latent; ; zh 潜空间 潜在; ja 潜在 ラテント; ko 잠재; ru латент; es latente; fr latent; ar كامن
tile; tiled tiling; zh 分块 平铺; ja タイル; ko 타일; ru тайл плит; es mosaico; fr tuile carreau; ar بلاط
seamless; ; zh 无缝; ja シームレス 継ぎ目; ko 이음새 심리스; ru бесшов; es sin_costura; fr sans_raccord; ar سلس
texture; ; zh 纹理 材质; ja テクスチャ; ko 텍스처 질감; ru текстур; es textura; fr texture; ar نسيج
3d; mesh; zh 三维 3d; ja 立体 3d; ko 3차원 3d; ru трехмер 3d; es 3d tridimensional; fr 3d tridimensionnel; ar ثلاثي_الابعاد مجسم
panorama; 360; zh 全景; ja パノラマ; ko 파노라마; ru панорам; es panoram; fr panoram; ar بانوراما
camera; ; zh 相机; ja カメラ; ko 카메라; ru камер; es camara; fr camera appareil; ar كاميرا
webcam; ; zh 摄像头 网络摄像头; ja ウェブカメラ ウェブカム; ko 웹캠; ru вебкамер веб_камер; es webcam camara_web; fr webcam; ar كاميرا_ويب
layer; ; zh 图层; ja レイヤー; ko 레이어; ru сло; es capa; fr calque couche; ar طبقه طبقات
blend; ; zh 混合; ja ブレンド 合成; ko 블렌드 합성; ru смешив; es mezcl; fr melang; ar مزج
compare; comparison comparer; zh 对比 比较; ja 比較; ko 비교; ru сравн; es compar; fr compar; ar مقارنه
grid; xy xyz plot; zh 图表 网格 表格; ja グリッド; ko 그리드; ru сетк; es cuadricula rejilla; fr grille; ar شبكه
batch; ; zh 批量 批处理 批次; ja バッチ 一括; ko 배치 일괄; ru пакет; es lote; fr lot; ar دفعه
folder; directory; zh 文件夹 目录; ja フォルダ; ko 폴더; ru папк; es carpeta; fr dossier; ar مجلد
file; ; zh 文件; ja ファイル; ko 파일; ru файл; es archivo fichero; fr fichier; ar ملف
workflow; ; zh 工作流; ja ワークフロー; ko 워크플로; ru рабоч_процесс воркфлоу; es flujo_de_trabajo; fr flux_de_travail; ar سير_العمل
manage; manager; zh 管理; ja 管理 マネージャ; ko 관리 매니저; ru управл менеджер; es gest administr; fr gest gerer; ar اداره مدير
gallery; browser; zh 画廊 图库; ja ギャラリー; ko 갤러리; ru галере; es galeria; fr galerie; ar معرض
language; llm; zh 语言 大语言; ja 言語; ko 언어; ru языков; es lenguaje idioma; fr langage langue; ar لغه لغوي
chat; ; zh 聊天 对话; ja チャット 会話; ko 채팅 대화; ru чат; es chat; fr discussion; ar محادثه دردشه
random; wildcard; zh 随机; ja ランダム; ko 랜덤 무작위; ru случайн; es aleatori; fr aleatoire hasard; ar عشوائي
math; calculate calculator; zh 数学 计算; ja 数学 計算; ko 수학 계산; ru математ вычисл; es matemat; fr math calcul; ar رياضيات حساب
logic; switch; zh 逻辑; ja 論理 ロジック; ko 논리 로직; ru логик; es logica; fr logique; ar منطق
loop; iterate; zh 循环; ja ループ 繰り返し; ko 반복 루프; ru цикл; es bucle; fr boucle; ar حلقه تكرار
detect; detector detection yolo; zh 检测; ja 検出; ko 감지 검출 탐지; ru обнаруж детект распозн; es detec; fr detec; ar كشف اكتشاف
object; ; zh 物体 对象; ja 物体 オブジェクト; ko 객체 물체; ru объект предмет; es objeto; fr objet; ar كائن جسم
memory; vram ram oom; zh 显存 内存; ja メモリ; ko 메모리; ru памят видеопамят; es memoria; fr memoire; ar ذاكره
fast; faster quick; zh 快速; ja 高速; ko 빠른; ru быстр; es rapid; fr rapide; ar سريع
accelerate; speed speedup acceleration teacache nunchaku sageattention; zh 加速 提速; ja 高速化; ko 가속; ru ускор; es acelera; fr accelera; ar تسريع
quantize; gguf quantization; zh 量化; ja 量子化; ko 양자화; ru квант; es cuantiz; fr quantif; ar تكميم
lut; ; zh lut; ja lut; ko lut; ru lut; es lut; fr lut; ar lut
old; vintage; zh 老 旧; ja 古い; ko 오래된; ru стар; es antigu viej; fr ancien vieill; ar قديم
photo; photograph photos; zh 照片 相片; ja 写真; ko 사진; ru фото фотограф; es foto; fr photo; ar صوره_فوتوغرافيه
photoshop; psd; zh ps; ja フォトショップ; ko 포토샵; ru фотошоп; es photoshop; fr photoshop; ar فوتوشوب
metadata; exif; zh 元数据; ja メタデータ; ko 메타데이터; ru метадан; es metadato; fr metadonnee; ar بيانات_وصفيه
generate; generation generator; zh 生成; ja 生成; ko 생성; ru генер созда; es gener crear; fr gener creer; ar توليد انشاء
wildcard; wildcards; zh 通配符; ja ワイルドカード; ko 와일드카드; ru вайлдкард; es comodin comodines; fr joker; ar رموز_البدل
convert; conversion; zh 转换 转; ja 変換; ko 변환; ru преобраз конверт; es convert; fr convert; ar تحويل
motion; movement; zh 运动 动作; ja モーション 動き; ko 모션 움직임; ru движен; es movimiento; fr mouvement; ar حركه
draw; paint sketch painter; zh 绘画 绘图 涂鸦; ja 描く ペイント お絵かき; ko 그리기 드로잉; ru рисов; es dibuj pintar; fr dessin peindre; ar رسم_يدوي
line; lineart; zh 线稿 线; ja 線画 線; ko 선화 라인; ru лини контур; es linea; fr ligne trait; ar خط خطوط
edge; canny; zh 边缘; ja エッジ 輪郭; ko 엣지 가장자리; ru кра границ; es borde; fr bord contour; ar حافه حواف
cloud; ; zh 云; ja クラウド; ko 클라우드; ru облак; es nube; fr nuage; ar سحابه
talk; talking speak lipsync; zh 说话 开口; ja 話 喋 しゃべ; ko 말하; ru говор заговор; es hablar hable; fr parler parle; ar يتكلم يتحدث
person; people human man woman; zh 人; ja 人; ko 사람; ru человек людей люди; es persona personas gente; fr personne gens; ar شخص اشخاص
gpu; gpus graphics_card; zh 显卡; ja グラボ; ko 그래픽카드; ru видеокарт; es grafica; fr carte_graphique; ar كرت_الشاشه
multiple; multi two dual several second; zh 多 双; ja 複数; ko 여러 다중; ru нескольк; es varias varios; fr plusieurs; ar متعدد
colorize; colorization colourize ddcolor deoldify; zh 上色 着色; ja カラー化 着色; ko 채색 컬러화; ru раскрас; es colorear coloriz; fr coloris; ar تلوين
monochrome; black_white grayscale; zh 黑白; ja 白黒 モノクロ; ko 흑백; ru черно_бел; es blanco_negro; fr noir_blanc; ar ابيض_واسود
read; reader extract extraction; zh 读取 提取; ja 読み取 抽出; ko 읽 추출; ru чита прочит извлеч; es leer extraer; fr lire extrai; ar قراءه استخراج
recognize; recognition recognise; zh 识别; ja 認識; ko 인식; ru распозна; es reconoc; fr reconnai; ar تعرف التعرف
ocr; easyocr paddleocr;
interface; ui menu frontend; zh 界面; ja 画面; ko 인터페이스; ru интерфейс; es interfaz; fr interface; ar واجهه
chinese; ; zh 中文 汉语; ja 中国語; ko 중국어; ru китайск; es chino; fr chinois; ar الصينيه
fix; repair; zh 修; ja 直 修理; ko 고치 수정; ru исправ почин; es arregl repar; fr repar corrig; ar اصلاح
improve; better enhance optimize refine rewrite enhancer; zh 优化 润色 扩写 改进 增强; ja 改善 強化; ko 개선 향상; ru улучш; es mejorar; fr amelior; ar تحسين
region; regional area; zh 分区 区域; ja 領域 範囲; ko 영역; ru област регион; es region zona; fr region zone; ar منطقه مناطق
upload; ; zh 上传; ja アップロード; ko 업로드; ru выгру; es subir; fr televers; ar رفع
storage; bucket s3 drive; zh 存储桶 云存储; ja ストレージ; ko 스토리지 저장소; ru хранилищ; es almacen; fr stockage; ar تخزين
send; post; zh 发送 推送; ja 送信 送る; ko 보내 전송; ru отправ; es envi; fr envoy; ar ارسال
telegram; ; zh 电报; ja テレグラム; ko 텔레그램; ru телеграм; ar تيليجرام تلغرام
notify; notification alert tell; zh 通知 提醒; ja 通知; ko 알림; ru уведом оповещ; es notific avis; fr notif; ar اشعار تنبيه
finish; done complete ready; zh 完成 结束; ja 完了 終わ; ko 완료 끝; ru готов заверш; es termin; fr termin fini; ar انتهاء
slider; ; zh 滑块 滑动; ja スライダー; ko 슬라이더; ru ползун; es deslizador; fr curseur; ar شريط_التمرير
vocal; vocals stem stems; zh 人声; ja ボーカル 歌声; ko 보컬; ru вокал; es voces; fr voix_chant; ar غناء
separate; separation split isolate; zh 分离 拆分; ja 分離 分割; ko 분리; ru раздел отдел; es separ; fr separ; ar فصل
soundeffect; sound_effect sfx foley mmaudio; zh 音效; ja 効果音; ko 효과음; ru звуковые_эффект; es efectos_sonido; fr bruitage effets_sonores; ar مؤثرات_صوتيه
angle; viewpoint multiangle multi_angle; zh 角度 视角 机位; ja アングル 角度; ko 각도 앵글 시점; ru угол ракурс; es angulo; fr angle; ar زاويه زوايا
expression; emotion smile; zh 表情; ja 表情; ko 표정; ru выражени мимик улыб; es expresion sonri; fr expression souri; ar تعبير ابتسام
nsfw; nudity nude safety; zh 色情 裸; ja 成人向け; ko 성인; ru откровен; es desnud; fr nudite; ar اباحي
output; outputs; zh 输出; ja 出力; ko 출력; ru вывод результат; es salida resultado; fr sortie resultat; ar مخرجات
extend; expand widen wider beyond; zh 扩展 延伸; ja 広げ 拡張; ko 확장 넓히; ru расшир; es extender ampliar; fr etendre elarg; ar تمديد توسيع
border; edges borders; zh 边框; ja 枠 縁; ko 테두리; ru рамк границ; es borde marco; fr bordure cadre; ar اطار
comic; manga; zh 漫画; ja 漫画 マンガ コマ; ko 만화; ru комикс манг; es historieta; fr bande_dessinee; ar قصص_مصوره مانجا
react; reactive beat rhythm reacts; zh 节奏 节拍 响应; ja リズム 反応; ko 리듬 비트 반응; ru ритм реаг; es reactiv ritmo; fr reacti rythme; ar ايقاع
dance; dancing mimicmotion musepose; zh 跳舞 舞蹈; ja 踊 ダンス; ko 춤 댄스; ru танц; es bail; fr danse; ar رقص
monitor; usage resource crystools; zh 监控 占用; ja モニタ 監視 使用量; ko 모니터 사용량; ru мониторинг; es monitor uso; fr surveill; ar مراقبه استخدام
align; arrange layout tidy organize; zh 对齐 排列 整理 排版; ja 整列 整理; ko 정렬 정리; ru выровн вырав упоряд; es alinear ordenar; fr aligner ranger; ar محاذاه ترتيب
add; overlay write insert put; zh 添加 加 写; ja 入れ 追加 付け; ko 넣 추가; ru добав нанес; es anad agreg poner; fr ajout; ar اضافه
clean; free clear purge unload release; zh 清理 释放 清空; ja 解放 クリア; ko 정리 비우 해제; ru очист освобод; es liberar limpi; fr liber vider; ar تنظيف تحرير_الذاكره
scratch; scratched damaged; zh 划痕; ja 傷; ko 스크래치; ru царапин; es rayad; fr rayur; ar خدوش
blender; ; ja ブレンダー; ko 블렌더; ru блендер; ar بلندر
krita; gimp; zh krita; ja クリタ; ko 크리타; ru крита
resize; scale; zh 缩放 调整大小; ja リサイズ; ko 크기_조절 리사이즈; ru размер; es redimension; fr redimension; ar تغيير_الحجم
autocomplete; completion autocompletion; zh 自动补全 补全; ja 自動補完 補完; ko 자동완성; ru автодополн; es autocomplet; fr autocomplet; ar اكمال_تلقائي
skin; ; zh 皮肤 磨皮; ja 肌; ko 피부; ru кож; es piel; fr peau; ar بشره
eye; eyes; zh 眼睛; ja 目; ko 눈; ru глаз; es ojo ojos; fr oeil yeux; ar عين عيون
transition; ; zh 转场 过渡; ja トランジション; ko 전환; ru переход; es transicion; fr transition; ar انتقال
portrait+talk; liveportrait sadtalker echomimic hallo sonic latentsync wav2lip musetalk memoavatar talking_head talking_portrait
face+talk; liveportrait sadtalker echomimic hallo sonic latentsync wav2lip musetalk
photo+talk; liveportrait sadtalker echomimic hallo sonic latentsync wav2lip musetalk
image+talk; liveportrait sadtalker echomimic hallo sonic latentsync wav2lip musetalk
character+talk; liveportrait sadtalker echomimic hallo sonic latentsync infinitetalk multitalk
person+talk; liveportrait sadtalker echomimic hallo sonic latentsync infinitetalk multitalk
multiple+gpu; multigpu multi_gpu distributed netdist
consistent+character; ipadapter ip_adapter pulid instantid photomaker infiniteyou
consistent+person; ipadapter ip_adapter pulid instantid photomaker infiniteyou
consistent+face; ipadapter ip_adapter pulid instantid photomaker infiniteyou
colorize+monochrome; ddcolor deoldify
colorize+old; ddcolor deoldify
color+monochrome; ddcolor deoldify
read+prompt+image; promptreader prompt_reader pnginfo read_metadata
read+metadata; promptreader prompt_reader pnginfo metadata_reader
prompt+metadata; promptreader prompt_reader pnginfo
chinese+interface; translation
translate+interface; translation
translate+prompt; prompt_translate prompt_translator translate_text text_translation
read+text; ocr easyocr paddleocr
recognize+text; ocr easyocr paddleocr
depth+map; depthanything depth_anything marigold depth_pro depthcrafter
image+3d; trellis triposr hunyuan3d instantmesh tripo 3dpack image_to_3d
photo+3d; trellis triposr hunyuan3d instantmesh tripo 3dpack image_to_3d
image+video; i2v image_to_video img2vid
region+prompt; regional attention_couple densediffusion
hand+fix; handfixer hand_refiner meshgraphormer
hand+restore; handfixer hand_refiner meshgraphormer
cloud+storage; s3 bucket minio google_drive
cloud+save; s3 bucket minio google_drive
notify+finish; notification notifications notifier
send+image+telegram; telegram
audio+finish; notification notifications notifier play_sound
vocal+separate; demucs uvr roformer audio_separation stem stems
speech+separate; demucs uvr roformer audio_separation vocal vocals
speech+remove+music; demucs uvr roformer audio_separation vocal vocals
music+separate; demucs uvr roformer audio_separation stem stems
audio+video+add; foley mmaudio video_to_audio
audio+video+generate; foley mmaudio video_to_audio
soundeffect+video; foley mmaudio video_to_audio
camera+angle; multiangle multi_angle camera_angle
camera+control; cameractrl camera_control multiangle
camera+motion; cameractrl camera_control recammaster
face+expression; liveportrait expression_editor facial_expression
portrait+expression; liveportrait expression_editor facial_expression
person+expression; liveportrait expression_editor facial_expression
change+expression; liveportrait expression_editor facial_expression
improve+prompt; prompt_enhancer promptenhancer prompt_assistant prompt_expansion prompt_rewriter
extend+image; outpaint uncrop
extend+border; outpaint uncrop
extend+photo; outpaint uncrop
audio+react; audioreactive audio_reactive
music+react; audioreactive audio_reactive
music+sync; audioreactive audio_reactive beat
music+animate; audioreactive audio_reactive
motion+transfer; mimicmotion animateanyone animate_anyone unianimate musepose
person+dance; mimicmotion animateanyone musepose unianimate
gpu+monitor; crystools crytools resource_monitor monitor
memory+monitor; crystools crytools resource_monitor monitor
memory+clean; memory_cleanup freememory unload purge vram
add+text+image; text_overlay textoverlay draw_text
add+text; text_overlay textoverlay draw_text
remove+object; lama object_removal propainter diffueraser objectclear
remove+person; lama object_removal propainter diffueraser objectclear
old+photo; old_photos old_photo photo_restoration
restore+photo; old_photos old_photo photo_restoration
fix+photo; old_photos old_photo photo_restoration codeformer
restore+face; facerestore codeformer gfpgan gpen restoreformer face_restoration
sharpen+face; facerestore codeformer gfpgan gpen restoreformer face_restoration
fix+face; facerestore codeformer gfpgan facedetailer face_detailer
speech+clone; voice_cloning voice_clone voxcpm indextts chatterbox cosyvoice sovits f5
fast+upscale+video; seedvr flashvsr seedvr2
upscale+video; seedvr flashvsr seedvr2 video2x
change+clothes; tryon try_on vton catvton
replace+background; rmbg birefnet matting
change+background; rmbg birefnet matting
load+image+folder; load_images image_loader
batch+load+image; load_images image_batch_loader batch_image
accelerate+video; teacache fastvideo
loop+prompt; for_loop for_each foreach
loop+image; for_loop for_each foreach
remove+background; rembg rmbg matting cutout inspyrenet birefnet
matting; rembg rmbg remove_background birefnet; zh 抠图 抠像; ja マッティング 切り抜き; ko 누끼 매팅; ru вырезан; es recorte_de_fondo; fr detourage; ar عزل
face+swap; reactor faceswap
face+change; reactor faceswap
change+light; relight iclight ic_light
lut+color; lut
lut+correct; lut
lut+color+correct; lut
music+generate; ace_step acestep yue diffrhythm heartmula songgeneration
speech+transcribe; whisper asr
audio+transcribe; whisper asr
text+speech; tts vibevoice indextts
lip+sync; lipsync wav2lip latentsync
try+clothes; vton tryon try_on
virtual+try; vton tryon try_on
frame+interpolate; rife film_vfi vfi
image+caption; florence joycaption captioner blip
language+model; llm gpt ollama
segment+object; sam segment_anything
pixel+art; pixelart pixelize
transcribe; transcription whisper asr; zh 转录 转写 语音识别; ja 文字起こし; ko 받아쓰기 전사; ru транскри расшифров; es transcri; fr transcri; ar تفريغ نسخ_صوتي
`

/** Words that carry no meaning of their own in a search. */
const stopWords = `
a an the for to of in on and or with from by my your how i want need add using use that can into like some any node nodes custom comfyui comfy
pack extension plugin tool
de la el los las del para un una con y en al nodo nodos como por que
le les des du pour l d une et au aux avec noeud noeuds dans sur qu un
для в на с из и по как нод ноды узел узлы к у чтобы от
في من على الى و عقده عقد مع عن
`

/** Words of people who ask for help. In longer texts, such as titles of issues, the other words name the pack. */
const helpWords = `
error errors bug issue issues problem problems question occurred occurring executing execution runtimeerror typeerror valueerror
attributeerror missing found find show install installed installing installation unable import importing imports failed fails fail
failing cannot cant doesn doesnt don dont won wont isn t s work works working update updated updating after since is are were
been be through running message has have had does did do this that these those there where why when which who it its on as at no not longer still currently
broken unusable through get gets getting should put thanks please help support supported feature feat request seeking confused type
types launch unable up but via without me we says red
run runs over make makes making made turn turns create creates creating get give let want wants like look looks looking see keep inside within across
between while during before after every each something things thing way ways please really him her them they he she so if then only
implement implemented implementing enhancement suggestion ability possible able cause causes caused crash crashes crashed nothing wrong
`

/** Words that say how something should be. They count less than those that say what. */
const qualifiers = `
fast faster quick quickly slow low lower lowest high higher best better good great nice nicely neat neatly easy easily simple simply
free local locally online offline big bigger large larger small smaller tiny full real realistic automatic automatically auto new
old older modern professional advanced ultimate own several multiple many few two three first last left right same different other another
single whole one little more less long short clean messy
rapide rapido bueno mejor facile facil simple gratis gratuit nuevo nouveau petit grand pequeno grande
быстро быстрый простой лучший новый бесплатно
`

export {
  helpWords as helpWordLines,
  lines as glossaryLines,
  qualifiers as qualifierLines,
  stopWords as stopWordLines,
}
